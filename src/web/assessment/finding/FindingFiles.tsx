import { useState } from 'react'
import type { FindingFileWire, FindingWire } from '#domain/assessment/finding/contract.ts'
import { findingFileContent } from '#domain/assessment/finding/contract.ts'
import { t } from '#domain/language/translate.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { DownloadButton } from '#web/document/DownloadButton.tsx'
import { FileWindow } from '#web/document/FileWindow.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './findings.module.css'

/** The files of a finding, to read or to download. */
export function FindingFiles({ finding }: { finding: FindingWire }) {
  const [opened, setOpened] = useState<FindingFileWire | null>(null)
  const files = finding.own?.files ?? []
  if (files.length === 0) return null
  return (
    <>
      <ul className={classes.files} aria-label={t('Archivos del hallazgo')}>
        {files.map(file => (
          <li key={file.id}>
            <button type="button" className={classes.file} onClick={() => setOpened(file)}>
              {file.name}
            </button>
            <span className="small dim nowrap">{dayText(file.uploadedAt)}</span>
            <DownloadButton
              what={file.name}
              fileName={file.name}
              read={() => call(findingFileContent, { params: { id: file.id } })}
            />
          </li>
        ))}
      </ul>
      <FileWindow
        file={
          opened && {
            title: opened.name,
            name: opened.name,
            from: queryOptions(findingFileContent, { params: { id: opened.id } }),
          }
        }
        onClose={() => setOpened(null)}
      />
    </>
  )
}
