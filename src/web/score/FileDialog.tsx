import { Dialog } from '#web/ui/feedback/Dialog.tsx'
import { FileViewer, type FileViewerProps } from '#web/ui/files/FileViewer.tsx'
import classes from './ScoreStep.module.css'

/** A file in a window, to read or to download. */
export function FileDialog({ title, onClose, ...viewer }: FileViewerProps & { title: string; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={title} size={960}>
      <div className={classes.viewer}>
        <FileViewer {...viewer} />
      </div>
    </Dialog>
  )
}
