import { Button } from '@mantine/core'
import { useState } from 'react'
import type { LoginWire } from '#domain/identity/login-statistics/contract.ts'
import { downloadTexts } from '#domain/identity/login-statistics/login-statistics.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { dayText, timeText } from '#web/ui/time/dates.ts'
import classes from './login-statistics.module.css'

/** The number shown in the table; a window lists the rest. */
const SHOWN = 2

/** The documents downloaded in a session. */
export function Downloads({ login }: { login: LoginWire }) {
  const [opened, setOpened] = useState(false)
  const texts = downloadTexts(login.downloadFiles)
  if (texts.length === 0) return <NoValue />
  return (
    <div className={classes.downloads}>
      {texts.slice(0, SHOWN).map(text => (
        <span key={text}>{text}</span>
      ))}
      {texts.length > SHOWN ? (
        <Button
          size="compact-sm"
          variant="subtle"
          px={0}
          aria-label={`Ver los ${texts.length} documentos que descargó ${login.email}`}
          onClick={() => setOpened(true)}
        >
          Ver los {texts.length}
        </Button>
      ) : null}
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Documentos descargados">
        <p className="small dim">
          {login.email}, sesión del {dayText(login.visitDateInput)} a las {timeText(login.visitDateInput)}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <ul className={classes.all} tabIndex={0} aria-label="Documentos descargados">
          {login.downloadFiles.map((file, index) => (
            <li key={`${file.readAt} ${index}`}>
              <b>{file.name}</b>
              <span className="small dim">
                {file.nameGenericEntity}, a las {timeText(file.readAt)}
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  )
}
