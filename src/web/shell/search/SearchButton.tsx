import { IconSearch } from '@tabler/icons-react'
import classes from './SearchButton.module.css'

/** Opens the global search; the page registers the keyboard shortcut. */
export function SearchButton({ onClick, label = 'Buscar' }: { onClick: () => void; label?: string }) {
  return (
    <button
      type="button"
      className={classes.root}
      aria-label={label}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
    >
      <IconSearch />
      <span>{label}</span>
      <kbd>Ctrl K</kbd>
    </button>
  )
}
