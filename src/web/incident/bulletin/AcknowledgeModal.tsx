import { Checkbox, Radio } from '@mantine/core'
import { useState } from 'react'
import type { Impact } from '#domain/incident/bulletin/bulletin.ts'
import { BULLETIN_NOTE_MAX, impactLabels, impacts, phaseLabels } from '#domain/incident/bulletin/bulletin.ts'
import type { BulletinWire } from '#domain/incident/bulletin/contract.ts'
import { acknowledgeBulletin } from '#domain/incident/bulletin/contract.ts'
import { formatInstant } from '#domain/values/day.ts'
import { characterCount } from '#domain/values/text.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { SeverityBadge } from '#web/incident/bulletin/SeverityBadge.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import classes from './bulletin.module.css'

type Props = { bulletin: BulletinWire; onClose: () => void }

/** A bulletin in full, and what the bank answers to it (AFFECT-08). */
export function AcknowledgeModal({ bulletin, onClose }: Props) {
  const given = bulletin.acknowledgement ?? null
  const [impact, setImpact] = useState<Impact | null>(given?.impact ?? null)
  const [shared, setShared] = useState(given?.shared ?? false)
  const [note, setNote] = useState(given?.note ?? '')
  const [missing, setMissing] = useState(false)
  const saving = useListWrite({
    mutationFn: (chosen: Impact) =>
      call(acknowledgeBulletin, {
        params: { id: bulletin.id },
        body: { impact: chosen, shared, note, version: given?.version ?? 0 },
      }),
    onSuccess: () => {
      showToast({ title: given ? 'Respuesta guardada' : 'Acuse enviado', text: bulletin.providerName })
      onClose()
    },
  })
  const dirty =
    impact !== (given?.impact ?? null) || shared !== (given?.shared ?? false) || note !== (given?.note ?? '')
  return (
    <FormModal
      opened
      onClose={onClose}
      title={`Comunicado ${bulletin.number}: ${phaseLabels[bulletin.phase].toLowerCase()}`}
      onSubmit={() => {
        setMissing(impact === null)
        if (impact !== null) saving.mutate(impact)
      }}
      submitLabel={given ? 'Guardar' : 'Acusar recibo'}
      loading={saving.isPending}
      submitError={saving.error ? messageOf(saving.error) : null}
      dirty={dirty}
      size={640}
    >
      <BulletinText bulletin={bulletin} />
      {given ? (
        <p className="small dim">
          {given.by} acusó recibo el {formatInstant(given.at)}.
        </p>
      ) : null}
      <Message kind="info">
        El CCI ve que su entidad ha acusado recibo. El impacto, solo si lo comparte; la nota no sale de su entidad.
      </Message>
      <Radio.Group
        label="Impacto en su entidad"
        value={impact}
        onChange={value => setImpact(value as Impact)}
        error={missing && impact === null ? 'Elija el impacto' : null}
        required
      >
        <div className="row wrap">
          {impacts.map(value => (
            <Radio key={value} value={value} label={impactLabels[value]} />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        label="Compartir el impacto con el CCI"
        checked={shared}
        onChange={event => setShared(event.currentTarget.checked)}
      />
      <CountedTextarea
        label="Nota de su entidad"
        autosize
        minRows={2}
        value={note}
        onChange={setNote}
        count={characterCount(note)}
        max={BULLETIN_NOTE_MAX}
      />
    </FormModal>
  )
}

/** Who a bulletin is about, how grave it is, when, and its words. */
export function BulletinText({ bulletin }: { bulletin: BulletinWire }) {
  const { services, startedAt, detectedAt, endedAt } = bulletin
  const times = [
    startedAt && `Inicio: ${formatInstant(startedAt)}`,
    detectedAt && `Detección: ${formatInstant(detectedAt)}`,
    endedAt && `Final: ${formatInstant(endedAt)}`,
  ].filter(Boolean)
  return (
    <div className="stack">
      <div className="row wrap">
        <b>{bulletin.providerName}</b>
        <SeverityBadge severity={bulletin.severity} />
      </div>
      <p className={classes.whole}>{bulletin.text}</p>
      <p className="small dim">
        {services.length > 0 ? `Afecta a ${services.map(({ name }) => name).join(', ')}. ` : ''}
        Publicado el {formatInstant(bulletin.publishedAt)}. {times.join('. ')}
      </p>
    </div>
  )
}
