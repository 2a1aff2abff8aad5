import { Autocomplete, Select } from '@mantine/core'
import { type ClipboardEvent, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { isSpain, VIA_TYPES } from '#domain/values/contact/address.ts'
import { readPastedAddress } from '#domain/values/contact/pasted-address.ts'
import { findProvince, PROVINCES } from '#domain/values/contact/provinces.ts'
import { fieldProps, ProfileField } from '#web/participant/profile/ProfileField.tsx'
import type { FieldPlace } from '#web/participant/profile/sections.ts'
import type { ProfileForm } from '#web/participant/profile/useProfileForm.ts'

// Common countries of the providers; any other country can be typed.
const COUNTRIES = [
  'España',
  'Alemania',
  'Andorra',
  'Bélgica',
  'Estados Unidos',
  'Francia',
  'Irlanda',
  'Italia',
  'Luxemburgo',
  'Países Bajos',
  'Portugal',
  'Reino Unido',
  'Suiza',
]
const viaLabels = VIA_TYPES.map(via => via.label)
const provinceNames = PROVINCES.map(province => province.name)

/** Fields of one of the two addresses. A whole address pasted into the street is split into its fields. */
export function AddressFields({ form, fields }: { form: ProfileForm; fields: readonly FieldPlace[] }) {
  const [spread, setSpread] = useState(false)
  const prefix = fields[0]!.path.split('.', 1)[0]!
  const paste = (event: ClipboardEvent) => {
    const address = readPastedAddress(event.clipboardData.getData('text'))
    if (!address) return
    event.preventDefault()
    const changes = Object.entries(address).map(([field, value]) => [`${prefix}.${field}`, value])
    form.set(Object.fromEntries(changes) as Record<string, string>)
    setSpread(true)
  }
  return (
    <>
      <div className="fields">
        {fields.map(place => (
          <div
            key={place.path}
            data-span={place.span}
            data-half={place.half || undefined}
            onPaste={place.path.endsWith('.viaName') ? paste : undefined}
          >
            <AddressField form={form} place={place} prefix={prefix} />
          </div>
        ))}
      </div>
      <p className="vh" role="status">
        {spread ? t('La dirección que pegó está repartida en sus campos: compruébela.') : ''}
      </p>
    </>
  )
}

function AddressField({ form, place, prefix }: { form: ProfileForm; place: FieldPlace; prefix: string }) {
  const { path } = place
  const shared = fieldProps(form, place)
  const field = path.slice(prefix.length + 1)
  if (field === 'viaType') {
    // Two kinds of street have the code PL; the label tells them apart (D26).
    const labelPath = `${prefix}.viaLabel`
    return (
      <Select
        {...shared}
        error={form.shown[path] ?? form.shown[labelPath]}
        placeholder={t('Elija')}
        searchable
        allowDeselect={false}
        data={viaLabels}
        value={form.values[labelPath] || null}
        onChange={label => {
          const code = VIA_TYPES.find(via => via.label === label)?.code ?? ''
          form.set({ [path]: code, [labelPath]: label ?? '' })
        }}
      />
    )
  }
  if (field === 'province' && isSpain(form.values[`${prefix}.country`] || 'España')) {
    return (
      <Select
        {...shared}
        placeholder={t('Elija')}
        searchable
        allowDeselect={false}
        data={provinceNames}
        value={findProvince(shared.value)?.name ?? null}
        onChange={province => form.set({ [path]: province ?? '' })}
      />
    )
  }
  if (field === 'country') {
    return <Autocomplete {...shared} data={COUNTRIES} maxLength={60} onChange={value => form.set({ [path]: value })} />
  }
  return <ProfileField form={form} place={place} />
}
