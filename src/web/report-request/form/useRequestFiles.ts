import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { type RequestPart, requestFileRefusal, requestPartOf } from '#domain/report-request/request-files.ts'

export type PartFile = { file: File; refusal: string | null }

/** The two chosen files of a request; each is checked before it is sent (D23). */
export function useRequestFiles(maxFileBytes: number) {
  const [chosen, setChosen] = useState<Partial<Record<RequestPart, PartFile>>>({})
  const [unplaced, setUnplaced] = useState<string | null>(null)

  const look = (part: RequestPart, file: File): PartFile => ({
    file,
    refusal: requestFileRefusal(part, file, maxFileBytes),
  })
  const good = (part: RequestPart) => (chosen[part]?.refusal === null ? chosen[part].file : undefined)
  return {
    chosen,
    /** The error of a dropped file that fits nowhere. */
    unplaced,
    /** The valid files. */
    files: { report: good('report'), spreadsheet: good('spreadsheet') },
    pick(part: RequestPart, file: File) {
      setChosen({ ...chosen, [part]: look(part, file) })
    },
    /** Assigns files dropped together by their kind, the first of each kind. @returns the parts that got one. */
    take(files: readonly File[]): RequestPart[] {
      const next = { ...chosen }
      const taken = new Set<RequestPart>()
      const left: string[] = []
      for (const file of files) {
        const part = requestPartOf(file.name)
        if (!part || taken.has(part)) left.push(file.name)
        else {
          taken.add(part)
          next[part] = look(part, file)
        }
      }
      setChosen(next)
      setUnplaced(left.length > 0 ? unplacedText(left) : null)
      return [...taken]
    },
    remove(part: RequestPart) {
      const { [part]: _gone, ...rest } = chosen
      setChosen(rest)
    },
  }
}

function unplacedText(names: readonly string[]): string {
  const list = names.map(name => t`«${name}»`).join(', ')
  return t`${list}: no se ha tomado. Hacen falta un PDF y una hoja de cálculo, uno de cada.`
}
