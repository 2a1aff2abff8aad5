import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GleifLeiWire } from '#domain/supervision/register/gleif/contract.ts'
import { readGleif } from '#domain/supervision/register/gleif/contract.ts'
import { isSameName, leiUseTexts } from '#domain/supervision/register/gleif/gleif.ts'
import { countryName, isCountry } from '#domain/values/countries.ts'
import { formatDay } from '#domain/values/day.ts'
import { leiRule, normaliseLei } from '#domain/values/lei.ts'
import { queryOptions } from '#web/api/api.ts'
import type { OutsideCompany } from '#web/supervision/register/company/CompanyFields.tsx'
import classes from '../register.module.css'

type Props = {
  company: OutsideCompany
  onChange: (company: OutsideCompany) => void
  /** The words of a company with no others. */
  begin: (known: Pick<OutsideCompany, 'name' | 'lei' | 'country'>) => NonNullable<OutsideCompany['parent']>
}

const countryOf = (code: string | null) => (code && isCountry(code) ? code : '')

const stateText = ({ use, renewalOn }: GleifLeiWire) =>
  use === 'RENEWED' && renewalOn ? `su LEI se renueva antes del ${formatDay(renewalOn)}` : leiUseTexts[use]

/** What GLEIF publishes of the LEI that was written, and its parent to take over: nothing changes by itself (REG-23). */
export function GleifNote({ company, onChange, begin }: Props) {
  const lei = normaliseLei(company.lei)
  const isLei = lei !== '' && leiRule(lei) === null
  const { data } = useQuery({ ...queryOptions(readGleif, { query: { lei } }), enabled: isLei })
  if (!isLei || !data?.on) return null
  const { on, found } = data
  if (!found) {
    return (
      <p data-span="6" className="small dim">
        GLEIF ({formatDay(on)}): este LEI no está en los datos que cargó el CCI.
      </p>
    )
  }
  const { parent, name, country } = found
  const isOwn = parent?.lei === lei
  const isTaken = isOwn ? company.parent === null : parent?.lei === normaliseLei(company.parent?.lei ?? '')
  const isOpen = !company.name.trim() || !company.country
  const parentText = isOwn ? 'sin matriz' : parent && `matriz última ${parent.name ? `«${parent.name}»` : parent.lei}`
  return (
    <div data-span="6" className={classes.gleif}>
      <p className="small">
        GLEIF ({formatDay(on)}): «{name}»
        {[country && isCountry(country) ? countryName(country) : null, stateText(found), parentText]
          .filter(Boolean)
          .map(each => `, ${each}`)}
        .{company.name.trim() && !isSameName(name, company.name) ? ' El nombre es otro: compruébelo.' : ''}
      </p>
      {isOpen ? (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            onChange({
              ...company,
              name: company.name.trim() || name,
              country: company.country || countryOf(country),
            })
          }
        >
          Poner nombre y país
        </Button>
      ) : null}
      {parent && !isTaken ? (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            onChange({
              ...company,
              parent: isOwn
                ? null
                : begin({ lei: parent.lei, name: parent.name ?? '', country: countryOf(parent.country) }),
            })
          }
        >
          {isOwn ? 'Poner que es su propia matriz' : 'Poner esta matriz'}
        </Button>
      ) : null}
    </div>
  )
}
