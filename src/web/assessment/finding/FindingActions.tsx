import { Button } from '@mantine/core'
import { IconArchive, IconCalendarPlus, IconCheck, IconClipboardCheck } from '@tabler/icons-react'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { findingMachine } from '#domain/states/finding.ts'
import type { FindingWindow } from '#web/assessment/finding/useFindingWindows.tsx'
import { useMay } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'

type Props = { finding: FindingWire; open: (what: FindingWindow, finding: FindingWire) => void }

/** What its reader may do with a finding, and why not. */
export function FindingActions({ finding, open }: Props) {
  const mayPlan = useMay('finding.plan')
  const mayVerify = useMay('finding.verify')
  const { is } = findingMachine
  const { status } = finding
  if (is.ended(status)) return null
  if (mayPlan) {
    return (
      <>
        <ActionButton
          size="xs"
          variant={is.unplanned(status) ? 'filled' : undefined}
          leftSection={<IconCalendarPlus />}
          onClick={() => open('plan', finding)}
          blocked={is.plannable(status) ? null : sentence('findingClosed')}
          reason="tooltip"
        >
          {is.unplanned(status) ? t('Planificar') : t('Cambiar el plan')}
        </ActionButton>
        <ActionButton
          size="xs"
          variant={is.underWay(status) ? 'filled' : undefined}
          leftSection={<IconCheck />}
          onClick={() => open('complete', finding)}
          blocked={is.underWay(status) ? null : sentence(is.done(status) ? 'findingClosed' : 'findingNotPlanned')}
          reason="tooltip"
        >
          {t('Marcar como hecho')}
        </ActionButton>
      </>
    )
  }
  if (!mayVerify) return null
  return (
    <>
      <ActionButton
        size="xs"
        variant="filled"
        leftSection={<IconClipboardCheck />}
        onClick={() => open('verify', finding)}
        blocked={is.done(status) ? null : sentence('findingNotDone')}
        reason="tooltip"
      >
        {t('Comprobar la medida')}
      </ActionButton>
      <Button size="xs" variant="subtle" leftSection={<IconArchive />} onClick={() => open('withdraw', finding)}>
        {t('Retirar')}
      </Button>
    </>
  )
}
