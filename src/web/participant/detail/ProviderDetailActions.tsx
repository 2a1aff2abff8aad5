import { Button } from '@mantine/core'
import { IconCertificate, IconFileDescription, IconFileText, IconHistory } from '@tabler/icons-react'
import { msg, t } from '#domain/language/translate.ts'
import { emptyResults } from '#domain/messages.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { companyTypeLabel } from '#domain/values/company/company-type.ts'
import { isNumEmployees, numEmployeesLabel } from '#domain/values/company/employees.ts'
import { paths } from '#web/app/paths.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import classes from '../search/search.module.css'

/** 'B00472183 · Pyme · 50-249 empleados'. */
export function providerSubtitle({ cif, details: { companyType, numEmployees } }: OverviewRow): string {
  const employees = isNumEmployees(numEmployees) ? t`${t(numEmployeesLabel(numEmployees))} empleados` : ''
  return [cif, t(companyTypeLabel(companyType)), employees].filter(Boolean).join(' · ')
}

const noRequest = msg('Este proveedor no tiene ninguna solicitud')

type ActionsProps = {
  row: OverviewRow
  /** Hidden from roles without the history. */
  onHistory: (() => void) | null
  onDocuments: () => void
  onScore: () => void
}

/** Links of the panel: history (not for evaluators), reports, dictamen. */
export function ProviderDetailActions({ row, onHistory, onDocuments, onScore }: ActionsProps) {
  const blocked = row.validationId ? null : t(noRequest)
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconFileDescription />}
        component={UiLink}
        href={paths.providerSheet(row.idProvider)}
      >
        {t('Ficha completa')}
      </Button>
      {row.service ? <p className={`small dim ${classes.about}`}>{t`De «${row.service}»:`}</p> : null}
      {onHistory ? (
        <ActionButton size="xs" leftSection={<IconHistory />} onClick={onHistory} blocked={blocked} reason="tooltip">
          {t('Histórico')}
        </ActionButton>
      ) : null}
      <ActionButton size="xs" leftSection={<IconFileText />} onClick={onDocuments} blocked={blocked} reason="tooltip">
        {t('Informes')}
      </ActionButton>
      <ActionButton
        size="xs"
        leftSection={<IconCertificate />}
        onClick={onScore}
        blocked={blocked && t(emptyResults.scores)}
        reason="tooltip"
      >
        {t('Dictamen')}
      </ActionButton>
    </>
  )
}
