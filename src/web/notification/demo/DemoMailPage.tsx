import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DemoMail } from '#domain/notification/demo/contract.ts'
import { DEMO_MAILS, listDemoMails } from '#domain/notification/demo/contract.ts'
import { ApiError, messageOf, queryOptions } from '#web/api/api.ts'
import { MailText } from '#web/notification/demo/MailText.tsx'
import { legalFooter } from '#web/session/legalFooter.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { BlankLayout } from '#web/ui/layout/BlankLayout.tsx'
import { LegalFooter } from '#web/ui/layout/LegalFooter.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { productName } from '#web/ui/theme/assets/productName.ts'
import { dayText, timeText } from '#web/ui/time/dates.ts'
import classes from './DemoMailPage.module.css'

const REFRESH_MS = 4000
const title = 'Correo de demostración'

/** The mails of a demonstration, so that a visitor can follow an invitation or a recovery. */
export function DemoMailPage() {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOptions(listDemoMails, { query: { size: DEMO_MAILS } }),
    refetchInterval: query => (query.state.error ? false : REFRESH_MS),
    retry: false,
  })
  return (
    <BlankLayout footer={<LegalFooter {...legalFooter} />}>
      <title>{`${title} · ${productName()}`}</title>
      <PageHeader
        title={title}
        subtitle="Lo que el portal habría enviado por correo. Solo existe en la demostración; se actualiza solo."
      />
      {error && !data ? (
        error instanceof ApiError && error.code === 'notFound' ? (
          <EmptyState
            title="Aquí no hay correo de demostración"
            text="Este portal envía sus correos de verdad, o no tiene cargado el mundo de demostración."
          />
        ) : (
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
        )
      ) : data ? (
        <Mailbox mails={data.content} />
      ) : (
        <Loading height={320} />
      )}
    </BlankLayout>
  )
}

function Mailbox({ mails }: { mails: readonly DemoMail[] }) {
  // Without a selection, shows the newest mail.
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = mails.find(mail => mail.id === chosen) ?? mails[0]
  if (!shown) {
    return (
      <EmptyState
        title="Todavía no se ha enviado ningún correo"
        text="Invite a alguien desde «Invitaciones» o recupere una contraseña: aparecerá aquí."
      />
    )
  }
  return (
    <div className={classes.box}>
      <nav className={classes.list} aria-label="Correos, el más nuevo primero">
        <ol>
          {mails.map(mail => (
            <li key={mail.id} data-current={mail === shown || undefined}>
              <button
                type="button"
                aria-current={mail === shown ? 'true' : undefined}
                onClick={() => setChosen(mail.id)}
              >
                <b>{mail.to}</b>
                <span className={classes.subject}>{mail.subject}</span>
                <span className="small dim">{momentOf(mail)}</span>
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <article className={classes.mail} aria-labelledby="asunto">
        <h2 className="serif" id="asunto">
          {shown.subject}
        </h2>
        <p className="small dim">
          Para {shown.to} · {momentOf(shown)}
        </p>
        <MailText text={shown.text} />
      </article>
    </div>
  )
}

const momentOf = ({ sentAt }: DemoMail) => `${dayText(sentAt)} ${timeText(sentAt)}`
