import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
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
    <Section title="Versiones anteriores" kind="serif">
      <FileLines label="Versiones anteriores">
        {several.map(({ documentCatalogName: name, versions, published }) => (
          <FileLine
            key={name}
            title={name}
            notes={[
              `${versions} versiones`,
              published
                ? `Mientras se revisa la nueva sigue valiendo ${published.name}${published.expiredAt ? `, hasta el ${dayText(published.expiredAt)}` : ''}`
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
                Histórico<span className="vh"> de {name}</span>
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
