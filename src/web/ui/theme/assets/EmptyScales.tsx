/** The empty-list illustration; takes the colour of the text. */
export function EmptyScales({ width = 120 }: { width?: number }) {
  return (
    <svg viewBox="0 0 200 132" width={width} fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
      <path d="M30 44h140" strokeWidth="3" />
      <path d="M40 44L16 92M40 44l24 48M160 44l-24 48M160 44l24 48" opacity=".55" />
      <path d="M12 92h56a28 17 0 0 1-56 0zM132 92h56a28 17 0 0 1-56 0z" />
      <path d="M100 6l5 38-5 72-5-72z" fill="currentColor" stroke="none" />
      <path d="M72 126h56" strokeWidth="3" />
      <path d="M66 20a48 48 0 0 1 68 0" opacity=".4" strokeDasharray="1 6" />
    </svg>
  )
}
