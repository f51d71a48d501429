"""The bundled house, as its letters name it."""

from typing import Final

from drill.sample.people import MANAGEMENT
from ledger.application import Ledger
from ledger.events.house import DisputeBody, HouseSettingsRecorded, Signatory
from ledger.house import house_settings, record_house
from ledger.roster.signing import ActSigner

SETTINGS: Final = HouseSettingsRecorded(
    by=MANAGEMENT,
    role="management",
    name="Casino at the Harbour",
    licence="sample licence 0001",
    address=("1 Harbour Road", "Anytown AB1 2CD"),
    contact="disputes@casino.example",
    signatories=(Signatory(signatory="disputes", printed=("Dispute Manager",)),),
    dispute_body=DisputeBody(
        name="Adjudication Service", address=("2 Harbour Road", "Anytown AB1 2CD"), web="https://adr.example"
    ),
    languages=("en", "de"),
    currency="GBP",
    zone="Europe/London",
    jurisdiction="uk",
    pays_within_days=14,
)


def set_house(ledger: Ledger, signer: ActSigner) -> None:
    """Records the settings, unless the house has some."""
    if house_settings(ledger) is None:
        ledger.signer = signer
        record_house(ledger, SETTINGS)
        ledger.signer = None
