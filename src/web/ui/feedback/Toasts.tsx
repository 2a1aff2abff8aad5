import { Notifications } from '@mantine/notifications'
import classes from './Toasts.module.css'

/** Container of showToast. ThemeProvider mounts it once. */
export function Toasts() {
  return <Notifications position="bottom-right" autoClose={false} limit={4} zIndex={500} className={classes.root} />
}
