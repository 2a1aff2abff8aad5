/** A text whose e-mail address breaks after its @ where a line is too short, not inside a word. */
export function breakable(text: string) {
  const at = text.indexOf('@') + 1
  if (at === 0) return text
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}
