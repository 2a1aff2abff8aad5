import { useQuery } from '@tanstack/react-query'
import {
  clauseFaults,
  clauseFields,
  clausesLeft,
  clausesLeftText,
  fieldsOfClause,
  neededClauses,
} from '#domain/supervision/register/clause/answers.ts'
import { isOfCritical } from '#domain/supervision/register/clause/clauses.ts'
import { readClauses, saveClauses } from '#domain/supervision/register/clause/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { RecordModal } from '#web/record/RecordModal.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'

/** The field of a contract's address that opens its clauses. */
export const CLAUSES = 'clauses'

type Props = { id: string; onClose: () => void }

/** Which clauses of article 30 a contract has, and where (REG-26). */
export function ClausesModal({ id, onClose }: Props) {
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readClauses, { params: { id } }))
  if (!data) {
    return (
      <Dialog opened onClose={onClose} title="Cláusulas">
        {error ? (
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Loading height={320} label="Cargando las cláusulas" />
        )}
      </Dialog>
    )
  }
  const { reference, provider, isCritical } = data
  const needed = neededClauses(isCritical)
  const names = (critical: boolean) =>
    needed.filter(clause => isOfCritical(clause) === critical).flatMap(clause => fieldsOfClause(clause))
  return (
    <RecordModal
      title={`Cláusulas de ${reference}, con ${provider}`}
      fields={clauseFields}
      groups={[
        {
          title: 'ARTÍCULO 30, APARTADO 2',
          note: 'Las de todo contrato de servicios de TIC. De cada una, si consta y en qué lugar del contrato.',
          names: names(false),
        },
        ...(isCritical
          ? [
              {
                title: 'ARTÍCULO 30, APARTADO 3',
                note: 'Hacen falta también porque el contrato sustenta una función esencial o importante.',
                names: names(true),
              },
            ]
          : []),
      ]}
      saved={data}
      check={clauseFaults}
      send={(values, version) => call(saveClauses, { params: { id }, body: { ...values, version } })}
      read={() => call(readClauses, { params: { id } })}
      onClose={onClose}
      done={saved => ({
        title: 'Cláusulas guardadas',
        text: clausesLeftText(clausesLeft(saved, saved.isCritical)) ?? 'No falta ninguna.',
      })}
    />
  )
}
