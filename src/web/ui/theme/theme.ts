import {
  type ButtonProps,
  type CheckboxProps,
  type CSSVariablesResolver,
  createTheme,
  type DrawerProps,
  defaultVariantColorsResolver,
  type InputWrapperProps,
  type MenuProps,
  type ModalProps,
  type PasswordInputProps,
  type PopoverProps,
  type RadioProps,
  type SelectProps,
  type SkeletonProps,
  type TextareaProps,
  type TextInputProps,
  type TooltipProps,
  type VariantColorsResolver,
} from '@mantine/core'

// Label above, control, help below, error below the help: the order of the mocks.
const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
const withinPortal = { transitionProps: { duration: 120 } }

/** Buttons use the named colours of tokens.css instead of shades, because those pairs are checked for contrast. */
const variantColorResolver: VariantColorsResolver = input => {
  const danger = input.color === 'red'
  const accent = danger ? 'danger' : 'accent'
  if (input.variant === 'filled')
    return {
      background: `var(--${accent})`,
      hover: `var(--${accent}-hover)`,
      color: `var(--on-${accent})`,
      border: `1px solid var(--${accent})`,
    }
  if (input.variant === 'subtle')
    return {
      background: 'transparent',
      hover: 'var(--tint)',
      color: danger ? 'var(--rejected-ink)' : 'var(--link)',
      border: '1px solid transparent',
    }
  if (input.variant === 'outline' || input.variant === 'default')
    return {
      background: 'var(--surface)',
      hover: danger ? 'var(--rejected-bg)' : 'var(--sunk)',
      color: danger ? 'var(--rejected-ink)' : 'var(--ink)',
      border: `1px solid var(--${danger ? 'rejected-mark' : 'edge'})`,
    }
  return defaultVariantColorsResolver(input)
}

/** How a component is unless a screen says otherwise. By its type alone: a screen without it does not load it. */
const defaults = <Props>(defaultProps: Partial<Props>) => ({ defaultProps })

export const theme = createTheme({
  primaryColor: 'sello',
  primaryShade: { light: 8, dark: 3 },
  colors: {
    sello: [
      '#eff6f2',
      '#dcebe3',
      '#bcd9cb',
      '#8fc4ac',
      '#5da88a',
      '#35896b',
      '#1b7355',
      '#0f6046',
      '#0b4f3c',
      '#07352a',
    ],
  },
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-sans)',
  headings: { fontFamily: 'var(--font-serif)', fontWeight: '600', textWrap: 'balance' },
  fontSizes: { xs: '0.875rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '3px', md: '5px', lg: '8px', xl: '8px' },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '87.5em' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Button: defaults<ButtonProps>({ variant: 'default' }),
    // Optional fields say so; all others are required and need no asterisk.
    InputWrapper: defaults<InputWrapperProps>({ withAsterisk: false, inputWrapperOrder }),
    TextInput: defaults<TextInputProps>({ inputWrapperOrder }),
    PasswordInput: defaults<PasswordInputProps>({ inputWrapperOrder }),
    Textarea: defaults<TextareaProps>({ inputWrapperOrder, minRows: 3, autosize: true, maxRows: 10 }),
    Select: defaults<SelectProps>({
      inputWrapperOrder,
      nothingFoundMessage: 'Nada coincide',
      openOnFocus: false,
      checkIconPosition: 'right',
      comboboxProps: { ...withinPortal, shadow: undefined },
      maxDropdownHeight: 320,
    }),
    Checkbox: defaults<CheckboxProps>({ size: 'sm' }),
    Radio: defaults<RadioProps>({ size: 'sm' }),
    Modal: defaults<ModalProps>({
      centered: true,
      size: 560,
      closeButtonProps: { 'aria-label': 'Cerrar' },
      transitionProps: { duration: 220, transition: 'fade' },
    }),
    Drawer: defaults<DrawerProps>({ closeButtonProps: { 'aria-label': 'Cerrar' }, transitionProps: { duration: 220 } }),
    Menu: defaults<MenuProps>({
      ...withinPortal,
      withInitialFocusPlaceholder: false,
      position: 'bottom-end',
      offset: 6,
    }),
    Popover: defaults<PopoverProps>(withinPortal),
    Tooltip: defaults<TooltipProps>({
      openDelay: 250,
      multiline: true,
      maw: 320,
      events: { hover: true, focus: true, touch: true },
    }),
    Skeleton: defaults<SkeletonProps>({ height: 14 }),
  },
})

/** Mantine's semantic colours, mapped to tokens.css, which follow the colour scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const scheme = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-error': 'var(--rejected-ink)',
    '--mantine-color-success': 'var(--qualified-ink)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunk)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-2)',
    '--mantine-color-disabled': 'var(--sunk)',
    '--mantine-color-disabled-color': 'var(--ink-3)',
    '--mantine-color-disabled-border': 'var(--line-2)',
    '--mantine-color-sello-filled': 'var(--accent)',
    '--mantine-color-sello-filled-hover': 'var(--accent-hover)',
    '--mantine-color-sello-light': 'var(--tint)',
    '--mantine-color-sello-light-hover': 'var(--tint)',
    '--mantine-color-sello-light-color': 'var(--link)',
    '--mantine-color-sello-text': 'var(--link)',
    '--mantine-color-sello-outline': 'var(--accent)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-light': 'var(--tint)',
    '--mantine-primary-color-light-hover': 'var(--tint)',
    '--mantine-primary-color-light-color': 'var(--link)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
  }
  return { variables: {}, light: scheme, dark: scheme }
}
