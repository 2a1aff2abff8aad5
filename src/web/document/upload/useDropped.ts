import { useState } from 'react'
import { matchFiles, type Place, proposalsFor } from '#domain/document/likeness.ts'
import { t } from '#domain/language/translate.ts'
import type { AskedFile } from '#web/document/upload/AssignFiles.tsx'
import { refusalText } from '#web/document/upload/words.ts'

type Dropped = {
  places: readonly Place[]
  maxFileBytes: number
  send: (document: string, file: File) => void
}

/**
 * The files dropped on a list of documents: one goes where its name leads, of several the person confirms or changes each
 * (EASE-06). What is not sent stays in sight, with the reason.
 */
export function useDropped({ places, maxFileBytes, send }: Dropped) {
  const [unplaced, setUnplaced] = useState<string[]>([])
  const [asked, setAsked] = useState<AskedFile[]>([])
  return {
    unplaced,
    asked,
    take(files: File[]) {
      const { certain, asked: open } =
        files.length > 1 ? { certain: [], asked: proposalsFor(files, places) } : matchFiles(files, places)
      for (const { document, file } of certain) send(document, file)
      setUnplaced(
        open.flatMap(({ file }) => {
          const refusal = refusalText(file, maxFileBytes)
          return refusal ? [`${file.name}: ${refusal}`] : []
        }),
      )
      setAsked(open.filter(({ file }) => !refusalText(file, maxFileBytes)))
    },
    assign(assigned: readonly { file: File; document: string }[]) {
      const left = asked.filter(({ file }) => !assigned.some(each => each.file === file))
      setUnplaced(before => [
        ...before,
        ...left.map(({ file }) => t`${file.name}: no se ha subido, porque no se le ha dado documento.`),
      ])
      setAsked([])
      for (const { document, file } of assigned) send(document, file)
    },
    leave: () => setAsked([]),
  }
}
