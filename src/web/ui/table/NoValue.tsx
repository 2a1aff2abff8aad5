/** Placeholder of a cell without a value; a card omits the whole line. */
export const NoValue = () => (
  <span className="dimmer" data-none>
    —
  </span>
)
