import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { t } from '#domain/language/translate.ts'
import { FileLine, FileLines } from '#web/document/FileLine.tsx'
import { HistoryModal } from '#web/document/HistoryModal.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { dayText } from '#web/ui/time/dates.ts'

export interface OlderVersionsProps {
  validationId: string
  documents: readonly DocumentWire[]
}

/** The documents with several versions, each with its history (SRCH-10); renders nothing when there are none. */
export function OlderVersions({ validationId, documents }: OlderVersionsProps) {
  const [chosen, setChosen] = useState('')
  const [opened, setOpened] = useState(false)
  const several = documents.filter(document => document.versions > 1)
  if (several.length === 0) return null
  return (
    <Section title={t('Versiones anteriores')} kind="serif">
      <FileLines label={t('Versiones anteriores')}>
        {several.map(({ documentCatalogName: name, versions, published }) => (
          <FileLine
            key={name}
            title={name}
            notes={[
              t`${versions} versiones`,
              published
                ? t`Mientras se revisa la nueva sigue valiendo ${published.name}${published.expiredAt ? t`, hasta el ${dayText(published.expiredAt)}` : ''}`
                : null,
            ]}
            actions={
              <Button
                size="xs"
                leftSection={<IconHistory />}
                onClick={() => {
                  setChosen(name)
                  setOpened(true)
                }}
              >
                {t('Histórico')}
                <span className="vh"> {t`de ${name}`}</span>
              </Button>
            }
          />
        ))}
      </FileLines>
      <HistoryModal
        opened={opened}
        onClose={() => setOpened(false)}
        validationId={validationId}
        documents={chosen ? [chosen] : []}
      />
    </Section>
  )
}
