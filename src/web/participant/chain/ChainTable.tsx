import { IconChevronRight } from '@tabler/icons-react'
import { yesNo } from '#domain/conflict/conflict.ts'
import { t } from '#domain/language/translate.ts'
import { standingLabels } from '#domain/participant/chain/chain.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { countryName, countryNames } from '#domain/values/countries.ts'
import { formatDay } from '#domain/values/day.ts'
import { chainStandingBadges } from '#web/participant/chain/badges.ts'
import type { useTree } from '#web/participant/chain/useTree.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { type Column, DataTable } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import classes from './chain.module.css'

type Tree = ReturnType<typeof useTree<SubcontractWire>>

type Props = {
  /** Accessible name: 'Cadena de Alojamiento en nube'. */
  label: string
  tree: Tree
  /** Columns for one kind of reader: its stance, its actions. */
  more?: readonly Column<SubcontractWire>[]
}

/** A chain as an indented table: those who work for a company stand below it, and open and close with a button (CHAIN-12). */
export function ChainTable({ label, tree, more = [] }: Props) {
  return (
    <DataTable
      label={label}
      rows={tree.visible}
      rowKey={row => row.id}
      columns={[...columnsOf(tree), ...more]}
      empty={{ title: t('Sin subcontratistas declarados') }}
    />
  )
}

const columnsOf = (tree: Tree): Column<SubcontractWire>[] => [
  {
    key: 'company',
    header: t('EMPRESA'),
    cell: row => <Company row={row} tree={tree} />,
    sub: row => (
      <span className={classes.codes} style={{ '--depth': row.rank - 2 }}>
        {codesOf(row)}
      </span>
    ),
  },
  { key: 'rank', header: t('RANGO'), width: 80, cell: row => row.rank },
  { key: 'does', header: t('QUÉ HACE'), cell: row => row.does || <NoValue />, sub: row => countryNames(row.countries) },
  {
    key: 'underpins',
    header: t('SUSTENTA EL SERVICIO'),
    width: 130,
    cell: row => t(yesNo(row.underpins)),
    sub: row => (row.handlesData ? t('Trata datos') : t('No trata datos')),
  },
  {
    key: 'standing',
    header: t('SITUACIÓN'),
    width: 150,
    cell: row => <StateBadge small state={chainStandingBadges[row.standing]} label={t(standingLabels[row.standing])} />,
    sub: row => (
      <>
        {daysOf(row)}
        {row.urgentReason ? <span className={classes.stance}>{t`Urgente: ${row.urgentReason}`}</span> : null}
      </>
    ),
  },
]

function Company({ row, tree }: { row: SubcontractWire; tree: Tree }) {
  const { name } = row.company
  const isOpen = tree.isOpen(row)
  return (
    <span className={classes.company} style={{ '--depth': row.rank - 2 }}>
      {tree.hasBelow(row) ? (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-label={t`Empresas que trabajan para ${name}`}
          onClick={() => tree.toggle(row)}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </button>
      ) : (
        <span className={classes.leaf} data-first-rank={row.rank === 2 || undefined} aria-hidden="true" />
      )}
      <span>{name}</span>
    </span>
  )
}

const codesOf = ({ company: { country, lei, euid, cif } }: SubcontractWire): string =>
  [country ? countryName(country) : null, lei ? `LEI ${lei}` : euid ? `EUID ${euid}` : cif || null]
    .filter(Boolean)
    .join(' · ')

/** 'Desde el 01/01/2026', with the last day where there is one. */
export const daysOf = ({ since, until }: Pick<SubcontractWire, 'since' | 'until'>): string =>
  [t`Desde el ${formatDay(since)}`, until ? t`hasta el ${formatDay(until)}` : null].filter(Boolean).join(' ')
