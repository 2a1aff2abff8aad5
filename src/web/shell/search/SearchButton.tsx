import { IconSearch } from '@tabler/icons-react'
import classes from './SearchButton.module.css'

/** The field of the global search: opens it; the page registers the keyboard shortcut. */
export function SearchButton({ onClick, what }: { onClick: () => void; what: string }) {
  return (
    <button
      type="button"
      className={classes.root}
      aria-label={what}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
    >
      <IconSearch />
      <span>{what}</span>
      <kbd>Ctrl K</kbd>
    </button>
  )
}
