package dev.uncork.cli.quiet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads and writes XML without touching the network. */
final class Xml {
  private static final String NO_DTD =
      "http://apache.org/xml/features/nonvalidating/load-external-dtd";

  private Xml() {}

  static Document read(byte[] bytes) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature(NO_DTD, false);
      factory.setExpandEntityReferences(false);
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler());
      return builder.parse(new ByteArrayInputStream(bytes));
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("not well-formed XML: " + e.getMessage(), e);
    }
  }

  static String write(Document document) throws IOException {
    try {
      Transformer transformer = TransformerFactory.newInstance().newTransformer();
      transformer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
      StringWriter text = new StringWriter();
      transformer.transform(new DOMSource(document), new StreamResult(text));
      return text.append('\n').toString();
    } catch (TransformerException e) {
      throw new IOException("XML can't be written: " + e.getMessage(), e);
    }
  }

  /** All elements, in the order of the document. */
  static List<Element> elements(Element root) {
    List<Element> all = new ArrayList<>();
    all.add(root);
    for (Node child = root.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element) {
        all.addAll(elements(element));
      }
    }
    return all;
  }

  static boolean isNamed(Element element, String... names) {
    for (String name : names) {
      if (element.getTagName().equalsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
  }

  /** An attribute whatever the case of its name, or empty. */
  static String attribute(Element element, String name) {
    for (int i = 0; i < element.getAttributes().getLength(); i++) {
      Node attribute = element.getAttributes().item(i);
      if (attribute.getNodeName().equalsIgnoreCase(name)) {
        return attribute.getNodeValue();
      }
    }
    return "";
  }
}
