import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import classes from './Toasts.module.css'

/** The toasts that are shown. */
export function ToastContainer() {
  return <Notifications position="bottom-right" autoClose={false} limit={4} zIndex={500} className={classes.root} />
}
