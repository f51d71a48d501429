"""The docket: published cases of irregularities and disputes, staged from their facts and ruled on."""
