/**
 * A diagnosis, or a comparison of two, as one HTML file that needs no network.
 *
 * <p>Start reading at {@link dev.uncork.report.html.HtmlReport}: it collects the figures as JSON,
 * at a {@link dev.uncork.report.html.Detail} that keeps the file small, and {@link
 * dev.uncork.report.html.Page} puts them beside the scripts and libraries of the resources folder.
 * Everything that a recording says reaches the page as JSON and is shown as text, never as markup.
 * Stateless apart from what is being written; use one instance per thread.
 */
@NullMarked
package dev.uncork.report.html;

import org.jspecify.annotations.NullMarked;
