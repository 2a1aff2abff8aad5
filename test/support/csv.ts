/** A text as it was before the CSV kept it from being a formula: what `csvLine` puts before and into it taken out again. */
export const asWritten = (text: string): string =>
  (/^'+[=+\-@\t\r\n\0]/.test(text) ? text.slice(1) : text).replace(
    /([,\t\r\n][\s"]*)'(?='*(?:[=@]|[+-](?![\d .]+(?:[,;\t\r\n]|$))))/g,
    '$1',
  )
