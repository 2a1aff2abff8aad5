import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { FileViewer, type FileViewerProps } from '#web/ui/files/FileViewer.tsx'
import classes from './ScoreStep.module.css'

/** Shows a file in a window, with a download. */
export function FileDialog({ title, onClose, ...viewer }: FileViewerProps & { title: string; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={title} size={960}>
      <div className={classes.viewer}>
        <FileViewer {...viewer} />
      </div>
    </Dialog>
  )
}
