import type { EventName } from '#domain/audit-log/events.ts'
import { ofTask, type Sentence, until } from '#domain/audit-log/sentence-parts.ts'

/** What is said of the tasks of CCI. */
export const queueSentences: Readonly<Record<Extract<EventName, `queue.${string}`>, Sentence>> = {
  'queue.assigned': {
    says: entry => `${entry.data.toSelf ? 'tomó' : 'asignó a otra persona del CCI'} la revisión ${ofTask(entry)}`,
  },
  'queue.handed-over': {
    says: entry =>
      entry.data.toSelf
        ? `se hizo cargo de la revisión ${ofTask(entry)}, que era de otra persona del CCI`
        : `pasó a otra persona del CCI la revisión ${ofTask(entry)}`,
  },
  'queue.given-back': { says: entry => `devolvió a la cola la revisión ${ofTask(entry)}` },
  'queue.overdue': {
    says: entry => `se avisó de que venció el plazo para la revisión ${ofTask(entry)}${until(entry.data.dueOn)}`,
    impersonal: true,
  },
}
