import java.io.File;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.logging.LogManager;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.ErrorArgument;
import org.verapdf.pdfa.validation.profiles.ErrorArgumentImpl;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.RuleId;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.profiles.Variable;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Validates PDF files with veraPDF, by PDF/A-3a and by PDF/UA-1: `java -cp JAR Validate.java FILE...`.
 *
 * Prints a line for every file and standard, tabs between: file, standard, number of rules, number of checks, whether it
 * conforms, then for each check that failed its clause, test number and what is wrong.
 */
public class Validate {
    private static final List<PDFAFlavour> STANDARDS = List.of(PDFAFlavour.PDFA_3_A, PDFAFlavour.PDFUA_1);
    private static final int FAILURES_SHOWN = 20;

    public static void main(String[] files) throws Exception {
        LogManager.getLogManager().reset();
        VeraGreenfieldFoundryProvider.initialise();
        for (PDFAFlavour standard : STANDARDS) {
            ValidationProfile profile = profile(standard);
            for (String file : files) {
                try (PDFAParser parser = Foundries.defaultInstance().createParser(new File(file), standard);
                        PDFAValidator validator =
                            Foundries.defaultInstance().createValidator(profile, FAILURES_SHOWN, false, true, false)) {
                    print(file, standard, profile, validator.validate(parser));
                }
            }
        }
    }

    private static void print(String file, PDFAFlavour standard, ValidationProfile profile, ValidationResult result) {
        List<String> cells = new ArrayList<>(List.of(
            file, standard.name(), "" + profile.getRules().size(), "" + result.getTotalAssertions(), "" + result.isCompliant()));
        for (TestAssertion failed : result.getTestAssertions()) {
            RuleId rule = failed.getRuleId();
            cells.add(rule.getClause() + "-" + rule.getTestNumber() + " " + failed.getMessage().replaceAll("\\s+", " "));
        }
        System.out.println(String.join("\t", cells));
    }

    /** A profile that comes with veraPDF, read by the XML parser of Java: its own needs JAXB, which is not here. */
    private static ValidationProfile profile(PDFAFlavour standard) throws Exception {
        String name = standard.name().replaceFirst("_", "-").replace("_", "");
        Element profile;
        try (InputStream source = Validate.class.getResourceAsStream("/org/verapdf/pdfa/validation/" + name + ".xml")) {
            profile = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(source).getDocumentElement();
        }
        Set<Rule> rules = new HashSet<>();
        for (Element rule : elements(profile, "rule")) {
            Element id = elements(rule, "id").get(0);
            PDFAFlavour.Specification specification = PDFAFlavour.Specification.valueOf(id.getAttribute("specification"));
            List<ErrorArgument> arguments = new ArrayList<>();
            for (Element argument : elements(rule, "argument")) {
                arguments.add(ErrorArgumentImpl.fromValues(argument.getTextContent(), null, null));
            }
            rules.add(Profiles.ruleFromValues(
                Profiles.ruleIdFromValues(
                    specification, id.getAttribute("clause"), Integer.parseInt(id.getAttribute("testNumber"))),
                rule.getAttribute("object"), "true".equals(rule.getAttribute("deferred")), rule.getAttribute("tags"),
                text(rule, "description"), text(rule, "test"),
                Profiles.errorFromValues(text(rule, "message"), arguments), List.of()));
        }
        Set<Variable> variables = new HashSet<>();
        for (Element variable : elements(profile, "variable")) {
            variables.add(Profiles.variableFromValues(
                variable.getAttribute("name"), variable.getAttribute("object"),
                text(variable, "defaultValue"), text(variable, "value")));
        }
        return Profiles.profileFromValues(
            standard, Profiles.profileDetailsFromValues(name, "", "", new Date(0)), "", rules, variables);
    }

    private static List<Element> elements(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        NodeList nodes = parent.getElementsByTagName(name);
        for (int i = 0; i < nodes.getLength(); i++) {
            found.add((Element) nodes.item(i));
        }
        return found;
    }

    private static String text(Element parent, String name) {
        return elements(parent, name).get(0).getTextContent();
    }
}
