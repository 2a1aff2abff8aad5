import { t } from '#domain/language/translate.ts'
import { ApiError } from '#web/api/api.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import classes from './assessment.module.css'

/** A wrong row of a framework, or of a filled template. */
type Fault = { line: number; column: string; message: string } | { row: number; control: string; reason: string }

function wordsOf(fault: Fault): string {
  const [line, where, said] =
    'line' in fault ? [fault.line, fault.column, fault.message] : [fault.row, fault.control, fault.reason]
  return t`Fila ${line}${where ? `, ${where}` : ''}: ${said}`
}

/** Why a sheet was refused, with each wrong row. The server lists the first ones and says how many there are. */
export function SheetFaults({ title, error }: { title: string; error: unknown }) {
  const { rows, faults } = error instanceof ApiError ? error.details : {}
  const listed = (rows ?? faults ?? []) as Fault[]
  return (
    <Message kind="error" title={title} live>
      {listed.length > 0 ? (
        <ol className={classes.faults} aria-label={t('Qué corregir en la hoja')}>
          {listed.map((fault, index) => (
            <li key={index}>{wordsOf(fault)}</li>
          ))}
        </ol>
      ) : null}
    </Message>
  )
}
