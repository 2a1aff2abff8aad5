/** What a function is known by: its identifier, of another entity of the group behind the LEI of that one ('' of the bank). */
export const functionKey = (lei: string, code: string): string => (lei === '' ? code : `${lei} ${code}`)

/** The identifier after the highest one of the form F and a number. */
export function nextCode(codes: readonly string[]): string {
  const numbers = codes.flatMap(code => (/^F\d{1,9}$/.test(code) ? Number(code.slice(1)) : []))
  return `F${Math.max(0, ...numbers) + 1}`
}
