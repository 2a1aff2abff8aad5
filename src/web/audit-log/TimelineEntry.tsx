import {
  type Icon,
  IconBuilding,
  IconEye,
  IconFileText,
  IconLogin2,
  IconMessageExclamation,
  IconRosetteDiscountCheck,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import type { TimelineEntryWire } from '#domain/audit-log/contract.ts'
import { type EventGroup, eventGroupLabels } from '#domain/audit-log/groups.ts'
import { timeText } from '#web/ui/time/dates.ts'
import classes from './TimelineDialog.module.css'

const icons: Readonly<Record<EventGroup, Icon>> = {
  entering: IconLogin2,
  reading: IconEye,
  documents: IconFileText,
  requests: IconRosetteDiscountCheck,
  incidents: IconMessageExclamation,
  company: IconBuilding,
  people: IconUsers,
  portal: IconSettings,
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** One entry in columns: what, who and when; its sealed sentence and number on demand. */
export function TimelineEntry({ entry }: { entry: TimelineEntryWire }) {
  const GroupIcon = icons[entry.group]
  return (
    <li>
      <details className={classes.entry}>
        <summary>
          <GroupIcon aria-label={eventGroupLabels[entry.group]} role="img" />
          <span className={classes.what}>{capital(entry.says)}</span>
          <span className={classes.who}>
            {entry.who ?? 'Portal'}
            {entry.organisation ? <small> {entry.organisation}</small> : null}
          </span>
          <time dateTime={entry.at}>{timeText(entry.at)}</time>
        </summary>
        <div className={classes.sealed}>
          <p>{entry.sentence}</p>
          <p>
            Huella en el registro de actividad: <span className="mono">{entry.hash}</span>
          </p>
        </div>
      </details>
    </li>
  )
}

/** The sign-ins and sign-outs of a day as one line. */
export function FoldedEntries({ entries }: { entries: readonly TimelineEntryWire[] }) {
  return (
    <li>
      <details className={classes.entry}>
        <summary>
          <IconLogin2 aria-hidden />
          <span className={classes.what}>{entries.length} accesos</span>
        </summary>
        <ol className={classes.entries} aria-label="Accesos">
          {entries.map(entry => (
            <TimelineEntry key={entry.hash} entry={entry} />
          ))}
        </ol>
      </details>
    </li>
  )
}
