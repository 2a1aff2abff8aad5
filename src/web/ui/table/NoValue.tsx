/** Stands where a cell has nothing to show; in a card the whole line is left out. */
export const NoValue = () => (
  <span className="dimmer" data-none>
    —
  </span>
)
