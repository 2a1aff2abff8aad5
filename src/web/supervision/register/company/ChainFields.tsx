import { Button, NativeSelect, Select } from '@mantine/core'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { choicesOf } from '#domain/record/field.ts'
import { optionsOf } from '#domain/record/form.ts'
import { CHAIN_MAX, chainErrors } from '#domain/supervision/register/entry/chain.ts'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import { proposedFields } from '#domain/supervision/register/entry/fields.ts'
import { countryName } from '#domain/values/countries.ts'
import { fieldId } from '#web/record/FormFields.tsx'
import type { OutsideCompany } from '#web/supervision/register/company/CompanyFields.tsx'
import {
  codesOf,
  companyFaults,
  OutsideCompanyFields,
  outsideCompanyOf,
} from '#web/supervision/register/company/CompanyFields.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import classes from '../register.module.css'

/** Who works for a company outside, as the form holds it. `id` of one that is new is none that the server knows. */
export type TypedLink = {
  id: string
  isNew: boolean
  ictType: string
  company: OutsideCompany
  /** The id of the one that it works for; null: the company of the contract. */
  recipientId: string | null
}

export const typedLinksOf = (contract: ArrangementWire | null): TypedLink[] =>
  (contract?.chain ?? []).map(({ id, ictType, recipientId, ...of }) => ({
    id,
    isNew: false,
    ictType,
    company: outsideCompanyOf(of),
    recipientId,
  }))

const places = (links: readonly TypedLink[]) => new Map<string | null, number>(links.map(({ id }, at) => [id, at]))

/** The chain as the call takes it. */
export function chainInput(links: readonly TypedLink[]) {
  const at = places(links)
  return links.map(({ id, isNew, ictType, company, recipientId }) => ({
    ...(isNew ? {} : { id }),
    ictType: ictType as never,
    company,
    recipient: at.get(recipientId) ?? null,
  }))
}

/** What is wrong with it, by the names that the server uses. */
export function chainFaults(direct: OutsideCompany, links: readonly TypedLink[]): FieldErrors {
  const at = places(links)
  const typed = links.map(({ ictType, company, recipientId }) => ({
    ictType,
    company: codesOf(company),
    recipient: at.get(recipientId) ?? null,
  }))
  const each = links.map(({ ictType, company }, place) => ({
    ...(ictType ? {} : { [`chain.${place}.ictType`]: 'Elija un tipo de servicio' }),
    ...companyFaults(company, `chain.${place}.company`),
  }))
  return Object.assign(
    {},
    ...each,
    Object.values(each).some(faults => Object.keys(faults).length > 0) ? {} : chainErrors(codesOf(direct), typed),
  )
}

const typesFor = (held: string) =>
  optionsOf(choicesOf(proposedFields.ictType)!, held).map(({ code, label }) => ({ value: code, label }))

type Props = {
  /** The company of the contract. */
  direct: OutsideCompany
  links: TypedLink[]
  onChange: (links: TypedLink[]) => void
  errors: FieldErrors
  /** The field that a fault leads to: 'chain', 'chain.<id>.lei'. */
  focus: string | null
}

/** Who works for a company outside, for each type of service (REG-11). One is open at a time, and those that are wrong. */
export function ChainFields({ direct, links, onChange, errors, focus }: Props) {
  const [, focused = null, ...rest] = focus?.startsWith('chain') ? focus.split('.') : []
  const [open, setOpen] = useState<string | null>(focused)
  const nameOf = ({ company }: Pick<TypedLink, 'company'>) => company.name.trim() || 'Subcontratista sin nombre'
  const change = (id: string, changes: Partial<TypedLink>) => {
    // One that was open because it was wrong stays open.
    setOpen(id)
    onChange(
      links.map(link => {
        if (link.id === id) return { ...link, ...changes }
        // One of another type is no recipient.
        return 'ictType' in changes && link.recipientId === id ? { ...link, recipientId: null } : link
      }),
    )
  }
  const remove = ({ id, recipientId }: TypedLink) =>
    onChange(
      links.filter(link => link.id !== id).map(link => (link.recipientId === id ? { ...link, recipientId } : link)),
    )
  const add = () => {
    const id = crypto.randomUUID()
    const ictType = links.at(-1)?.ictType ?? ''
    onChange([...links, { id, isNew: true, ictType, company: outsideCompanyOf(null), recipientId: null }])
    setOpen(id)
  }
  return (
    <div className={classes.chain}>
      {links.length > 0 ? (
        <ul aria-label="Subcontratistas">
          {links.map((link, at) => {
            const isWrong = Object.keys(errors).some(field => field.startsWith(`chain.${at}.`))
            const isOpen = open === link.id || isWrong
            const recipient = links.find(({ id }) => id === link.recipientId)
            const name = nameOf(link)
            const said = [
              link.ictType,
              `trabaja para ${recipient ? nameOf(recipient) : direct.name || 'la empresa del contrato'}`,
              link.company.country && countryName(link.company.country),
              link.company.parent?.name && `matriz ${link.company.parent.name}`,
            ]
            return (
              <li key={link.id}>
                <div className={classes.link}>
                  <div>
                    <b>{name}</b>
                    <div className="small dim">{said.filter(Boolean).join(' · ')}</div>
                  </div>
                  <RowActions
                    of={name}
                    actions={[
                      {
                        label: isOpen ? `Plegar ${name}` : `Editar ${name}`,
                        icon: <IconEdit />,
                        onClick: () => setOpen(isOpen ? null : link.id),
                      },
                      { label: `Quitar ${name}`, icon: <IconTrash />, onClick: () => remove(link) },
                    ]}
                  />
                </div>
                {isOpen ? (
                  <fieldset className="fields" aria-label={name}>
                    <div data-span="3">
                      <Select
                        id={fieldId(`chain.${at}.ictType`)}
                        label="Tipo de servicio de TIC en que trabaja"
                        placeholder="Elija"
                        searchable
                        nothingFoundMessage="Nada coincide"
                        openOnFocus={false}
                        value={link.ictType || null}
                        onChange={ictType => change(link.id, { ictType: ictType ?? '', recipientId: null })}
                        data={typesFor(link.ictType)}
                        error={errors[`chain.${at}.ictType`]}
                      />
                    </div>
                    <div data-span="3">
                      <NativeSelect
                        id={fieldId(`chain.${at}.recipient`)}
                        label="Para quién trabaja"
                        value={link.recipientId ?? ''}
                        onChange={event => change(link.id, { recipientId: event.currentTarget.value || null })}
                        data={[
                          { value: '', label: direct.name || 'La empresa del contrato' },
                          ...links
                            .filter(each => each.id !== link.id && each.ictType === link.ictType)
                            .map(each => ({ value: each.id, label: nameOf(each) })),
                        ]}
                        error={errors[`chain.${at}.recipient`]}
                      />
                    </div>
                    <OutsideCompanyFields
                      value={link.company}
                      onChange={company => change(link.id, { company })}
                      errors={errors}
                      path={`chain.${at}.company`}
                      label="Subcontratista"
                      of="del subcontratista"
                      focus={focused === link.id ? rest.join('.') || 'name' : null}
                    />
                  </fieldset>
                ) : null}
              </li>
            )
          })}
        </ul>
      ) : null}
      {links.length < CHAIN_MAX ? (
        <Button
          id={fieldId('chain')}
          leftSection={<IconPlus />}
          onClick={add}
          data-autofocus={focus === 'chain' || undefined}
        >
          Añadir subcontratista
        </Button>
      ) : null}
    </div>
  )
}
