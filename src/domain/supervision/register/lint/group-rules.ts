import { groupUse } from '#domain/supervision/register/group/use.ts'
import { ofContracts } from '#domain/supervision/register/lint/contract-rules.ts'
import type { Breach, Checked, Finding, Rule } from '#domain/supervision/register/lint/rule.ts'
import { companyCode } from '#domain/supervision/register/table/company-code.ts'
import { groupLeis } from '#domain/supervision/register/table/parties.ts'

const nobody = (what: string) => `Ninguna de las que lo ${what} está en el registro en la fecha de referencia.`

function outsideRegister(checked: Checked): Breach[] {
  const { signersOf, usersOf } = groupUse(checked.facts)
  return ofContracts(
    (contract): Finding => [
      signersOf(contract).length === 0 ? { table: 'B_03.01', sentence: nobody('firman') } : null,
      usersOf(contract).length === 0 ? nobody('usan') : null,
    ],
  )(checked)
}

/** The functions of a contract whose entity does not use it, itself or by a branch. Who uses none at all is another fault. */
function unusedFunctions(checked: Checked): Breach[] {
  const { functionsIn, ownerOf, usersOf } = groupUse(checked.facts)
  return ofContracts((contract): Finding => {
    const users = usersOf(contract)
    const leis = new Set(users.map(({ lei }) => lei))
    return functionsIn(contract).map(each => {
      const owner = ownerOf(each)
      if (users.length === 0 || !owner || leis.has(owner.lei)) return null
      return `${each.code} es de ${owner.name}, que no consta entre las que usan el contrato.`
    })
  })(checked)
}

/** A contract behind one whose provider is not of the group. */
function behindStranger(checked: Checked): Breach[] {
  const { arrangements, companies } = checked.index
  const group = groupLeis(checked.facts)
  return ofContracts(({ insideId }): Finding => {
    const inside = arrangements.get(insideId ?? '')
    const company = inside && companies.get(inside.companyId)
    const code = company ? companyCode(company) : null
    if (!inside || group.has(code?.code ?? null)) return null
    return `El proveedor de ${inside.reference} no es del grupo: elija un contrato con una entidad del grupo.`
  })(checked)
}

/** Rules about who signs and uses contracts, and about those within the group (REG-25). */
export const groupRules: readonly Rule[] = [
  {
    id: 'R28',
    severity: 'ERROR',
    table: 'B_04.01',
    column: 'c0020',
    holds: 'Un contrato lo firma y lo usa alguna entidad del registro',
    check: outsideRegister,
  },
  {
    id: 'R38',
    severity: 'ERROR',
    table: 'B_04.01',
    column: 'c0020',
    holds: 'La entidad de una función usa los contratos que la sustentan',
    check: unusedFunctions,
  },
  {
    id: 'R39',
    severity: 'ERROR',
    table: 'B_02.03',
    column: 'c0010',
    holds: 'Un contrato vinculado lo está con uno cuyo proveedor es del grupo',
    check: behindStranger,
  },
]
