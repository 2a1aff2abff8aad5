import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nextPhases } from '#domain/incident/bulletin/bulletin.ts'
import { listBulletins } from '#domain/incident/bulletin/contract.ts'
import type { IncidentWire } from '#domain/incident/contract.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { ProposeModal } from '#web/incident/bulletin/ProposeModal.tsx'
import { PublishModal } from '#web/incident/bulletin/PublishModal.tsx'
import { Story } from '#web/incident/bulletin/Story.tsx'
import { useMay } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Section } from '#web/ui/layout/Section.tsx'

/** The bulletins of an incident, for CCI, which publishes them, and for the provider, which proposes one. */
export function BulletinSection({ incident }: { incident: IncidentWire }) {
  const mayPublish = useMay('bulletin.publish')
  const [writing, setWriting] = useState(false)
  const { data, error, refetch } = useQuery(
    queryOptions(listBulletins, { query: { issueId: incident.id, sort: 'publishedAt,asc' } }),
  )
  const isOpen = incidentMachine.is.open(incident.status)
  const isOver = nextPhases(incident.bulletinPhase ?? null, incident.status).length === 0
  const blocked = isOver ? sentence(isOpen ? 'bulletinOrder' : 'bulletinNotOpen') : null
  const bulletins = data?.content ?? []
  const proposal = data?.proposal ?? null
  return (
    <Section
      title={t('Comunicados a las entidades')}
      kind="serif"
      actions={
        <ActionButton leftSection={<IconSpeakerphone size={18} />} blocked={blocked} onClick={() => setWriting(true)}>
          {mayPublish ? t('Avisar a las entidades') : t('Proponer un comunicado')}
        </ActionButton>
      }
    >
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="stack">
          <Story bulletins={bulletins} />
          {proposal ? (
            <p>
              <b>{mayPublish ? t('El proveedor propone: ') : t('Propuesta enviada al CCI: ')}</b>«{proposal.text}»
            </p>
          ) : null}
        </div>
      ) : (
        <Loading height={64} />
      )}
      {writing && mayPublish ? (
        <PublishModal
          incident={incident}
          last={bulletins.at(-1)}
          proposal={proposal}
          onClose={() => setWriting(false)}
        />
      ) : null}
      {writing && !mayPublish ? (
        <ProposeModal incidentId={incident.id} proposal={proposal} onClose={() => setWriting(false)} />
      ) : null}
    </Section>
  )
}
