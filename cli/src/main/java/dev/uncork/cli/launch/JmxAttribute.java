package dev.uncork.cli.launch;

import dev.uncork.cli.error.UserError;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** The JMX attribute that tells a program's own operation count, as the user named it. */
public final class JmxAttribute {
  private JmxAttribute() {}

  /** Gives the text back if it is {@code objectName/attribute}; refuses anything else. */
  public static String checked(String text) {
    int slash = text.lastIndexOf('/');
    if (slash <= 0 || slash == text.length() - 1) {
      throw refusal(text, "there is no name before or no attribute after a '/'");
    }
    try {
      if (new ObjectName(text.substring(0, slash)).isPattern()) {
        throw refusal(text, "the name is a pattern");
      }
    } catch (MalformedObjectNameException e) {
      throw refusal(text, String.valueOf(e.getMessage()));
    }
    return text;
  }

  private static UserError refusal(String text, String reason) {
    return new UserError(
        "--progress-jmx "
            + text
            + " names no attribute of an MBean: "
            + reason
            + "; expected NAME/ATTRIBUTE, as in com.acme:type=Stats/Operations");
  }
}
