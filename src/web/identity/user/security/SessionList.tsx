import { Button } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import type { SessionWire } from '#domain/identity/session/contract.ts'
import { t } from '#domain/language/translate.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { Words } from '#web/ui/language/Words.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './SessionList.module.css'

export interface SessionListProps {
  label: string
  sessions: readonly SessionWire[]
  onEnd: (session: SessionWire) => void
  /** Id of the session being ended. */
  ending: string | null
}

/** Open sessions with device, address and times; any but the current one can be ended. */
export function SessionList({ label, sessions, onEnd, ending }: SessionListProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {sessions.map(session => (
        <li key={session.id}>
          <span className={classes.icon} aria-hidden>
            <IconDeviceDesktop />
          </span>
          <div className={classes.what}>
            <div className={classes.device}>
              <b>{session.device}</b>
              {session.current ? <StateBadge state="ACCEPTED" label={t('Esta sesión')} small /> : null}
            </div>
            <div className="small dim">
              <Words of={t('Desde {0}. Abierta el {1}; última actividad {2}.')}>
                <span className="mono">{session.address}</span>
                <RelativeTime value={session.startedAt} withTime />
                <RelativeTime value={session.lastSeenAt} withTime flip />
              </Words>
            </div>
          </div>
          {session.current ? null : (
            <Button
              size="xs"
              aria-label={t`Cerrar la sesión de ${session.device}`}
              loading={ending === session.id}
              onClick={() => onEnd(session)}
            >
              {t('Cerrar')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
