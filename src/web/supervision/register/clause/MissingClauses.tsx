import { useQuery } from '@tanstack/react-query'
import { clausesLeftText } from '#domain/supervision/register/clause/answers.ts'
import { clauses } from '#domain/supervision/register/clause/clauses.ts'
import type { MissingClausesWire } from '#domain/supervision/register/clause/contract.ts'
import { listMissingClauses } from '#domain/supervision/register/clause/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { CLAUSES } from '#web/supervision/register/clause/ClausesModal.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from '../register.module.css'

/** Those of a long list that are shown; the others follow when these are written. */
const SHOWN = 100

/** What the contracts of critical functions lack of article 30. It is no fault of the file, which does not say it (REG-26). */
export function MissingClauses() {
  const { data, error, refetch, isFetching } = useQuery(queryOptions(listMissingClauses))
  if (error && !data) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data || data.critical === 0) return null
  const { contracts } = data
  return (
    <Section
      kind="label"
      title={`CLÁUSULAS QUE FALTAN EN CONTRATOS DE FUNCIONES ESENCIALES O IMPORTANTES (${contracts.length})`}
    >
      <p className="small dim">
        Las del artículo 30 del Reglamento (UE) 2022/2554 en los contratos en vigor que sustentan una función esencial o
        importante. No van en el fichero.
      </p>
      {contracts.length === 0 ? <p>No falta ninguna.</p> : null}
      <ul className={classes.faults} aria-label="Cláusulas que faltan">
        {contracts.slice(0, SHOWN).map(contract => (
          <Contract key={contract.id} contract={contract} />
        ))}
      </ul>
      {contracts.length > SHOWN ? <p className="small dim">y {contracts.length - SHOWN} contratos más.</p> : null}
    </Section>
  )
}

function Contract({ contract }: { contract: MissingClausesWire['contracts'][number] }) {
  const { id, reference, provider, absent, open } = contract
  const of = (keys: readonly string[]) => clauses.filter(({ key }) => keys.includes(key))
  const name = `${reference}, con ${provider}`
  return (
    <li>
      <div className="grow">
        <b>{name}: </b>
        {clausesLeftText({ absent: of(absent), open: of(open) })}
      </div>
      <UiLink href={paths.register({ step: 'arrangements', edit: id, field: CLAUSES })}>
        Revisar<span className="vh"> las cláusulas de {name}</span>
      </UiLink>
    </li>
  )
}
