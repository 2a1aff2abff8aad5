/** Undoes the formula escaping of `csvLine`. */
export const asWritten = (text: string): string =>
  (/^'+[=+\-@\t\r\n\0]/.test(text) ? text.slice(1) : text).replace(
    /([,\t\r\n][\s"]*)'(?='*(?:[=@]|[+-](?![\d .]+(?:[,;\t\r\n]|$))))/g,
    '$1',
  )
