import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import type { Accounts } from '#domain/values/company/economic-info.ts'
import { ECONOMIC_GROUPS, EXERCISES, economicGroupLabels, yearsOf } from '#domain/values/company/economic-info.ts'
import { formatMoney } from '#domain/values/money.ts'
import { useMe } from '#web/session/useMe.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import classes from '../search/economic.module.css'
import tools from '../search/search.module.css'

type Address = NonNullable<ParticipantWire['address']>
type Economic = NonNullable<ParticipantWire['economicInfo']>

/** Address, billing address and economic windows of a participant, each with its button when it has data (PART-29). */
export function AddressModals({ participant }: { participant: ParticipantWire }) {
  const [open, setOpen] = useState<'address' | 'billing' | 'economic' | null>(null)
  const { address, billingAddress, economicInfo } = participant
  if (!address && !billingAddress && !economicInfo) return null
  const close = () => setOpen(null)
  return (
    <div className={tools.tools}>
      {address ? (
        <Button size="xs" onClick={() => setOpen('address')}>
          {t('Dirección')}
        </Button>
      ) : null}
      {billingAddress ? (
        <Button size="xs" onClick={() => setOpen('billing')}>
          {t('Dirección de facturación')}
        </Button>
      ) : null}
      {economicInfo ? (
        <Button size="xs" onClick={() => setOpen('economic')}>
          {t('Información económica')}
        </Button>
      ) : null}
      {address ? (
        <Dialog opened={open === 'address'} onClose={close} title={t('Dirección')}>
          <AddressFacts address={address} />
        </Dialog>
      ) : null}
      {billingAddress ? (
        <Dialog opened={open === 'billing'} onClose={close} title={t('Dirección de facturación')}>
          <AddressFacts address={billingAddress} />
        </Dialog>
      ) : null}
      {economicInfo ? (
        <Dialog opened={open === 'economic'} onClose={close} title={t('Información económica')}>
          <EconomicTable accounts={participant} info={economicInfo} />
        </Dialog>
      ) : null}
    </div>
  )
}

const orDash = (text: string | undefined) => text || '—'

function AddressFacts({ address }: { address: Address }) {
  return (
    <DescriptionList
      facts={[
        { label: t('Tipo de vía'), value: orDash(address.viaLabel || address.viaType) },
        { label: t('Nombre de la vía'), value: orDash(address.viaName) },
        { label: t('Número'), value: orDash(address.viaNumber) },
        { label: t('Datos adicionales'), value: orDash(address.extraData) },
        { label: t('Código postal'), value: orDash(address.postalCode) },
        { label: t('Municipio'), value: orDash(address.city) },
        { label: t('Provincia'), value: orDash(address.province) },
        { label: t('País'), value: orDash(address.country) },
      ]}
    />
  )
}

/** The three groups for the three fiscal years, in thousands of euros (LIM-27, LIM-28). */
function EconomicTable({ accounts, info }: { accounts: Accounts; info: Economic }) {
  const years = yearsOf(accounts, useMe().today)
  return (
    <>
      <p className="small dim">{t('En miles de euros')}</p>
      <table className={classes.table}>
        <caption className="vh">{t('Información económica en miles de euros')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{t('Partida')}</span>
            </th>
            {years.map(year => (
              <th key={year} scope="col">
                {year}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ECONOMIC_GROUPS.map(group => (
            <tr key={group}>
              <th scope="row">{t(economicGroupLabels[group])}</th>
              {EXERCISES.map(exercise => {
                const amount = info[group]?.[exercise]
                return <td key={exercise}>{amount === null || amount === undefined ? '—' : formatMoney(amount)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
