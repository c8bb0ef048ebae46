import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'
import type { IntlShape } from 'react-intl'
import { brand } from './brand.ts'

/** Deep indigo: the one accent, for what can be done next. @source LOOK "Ground" */
const own: MantineColorsTuple = [
  '#efeffb',
  '#dedef6',
  '#bcbbed',
  '#9a98e4',
  '#807ddd',
  '#6863d6',
  '#5650cb',
  '#433cae',
  '#352f90',
  '#282372',
]

/** Of the brand, where it has one. */
const accent: MantineColorsTuple =
  brand.colours === null ? own : (brand.colours.shades as unknown as MantineColorsTuple)

/** Greys without a tint, because a tinted ground falsifies pictures. @source LOOK "Ground" */
const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f4',
  '#ebebeb',
  '#dedede',
  '#cfcfcf',
  '#a8a8a8',
  '#676767',
  '#484848',
  '#303030',
  '#1c1c1c',
]
const dark: MantineColorsTuple = [
  '#e6e6e6',
  '#c8c8c8',
  '#a3a3a3',
  '#7a7a7a',
  '#3a3a3a',
  '#2e2e2e',
  '#222222',
  '#161616',
  '#101010',
  '#0a0a0a',
]

/** Mantine's, darker where white stands on it: 4.5 to 1 at least. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#d32f2f',
  '#c92a2a',
  '#b02525',
  '#a61e1e',
]

/** The title of a dialog or a sheet: as a heading of a section, above the labels of its fields. */
const dialogTitle = { fontSize: '17px', fontWeight: 600, lineHeight: 1.35 }

const look = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.35' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.3' },
      h2: { fontSize: '17px', lineHeight: '1.35' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  colors: { accent, gray, dark, red },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  black: '#1a1a1a',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, transitionProps: { duration: 120 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    // Words of a state are written as everywhere, not in capitals.
    Badge: { defaultProps: { tt: 'none' } },
    Button: { defaultProps: { size: 'sm' } },
    Fieldset: { styles: { legend: { fontSize: '13px', fontWeight: 600 } } },
    InputDescription: { defaultProps: { fz: 'xs' } },
    InputError: { defaultProps: { fz: 'xs' } },
    // The first entry has the focus at once. @source WAI-ARIA menu button pattern
    Menu: {
      defaultProps: { shadow: 'md', transitionProps: { duration: 120 }, withInitialFocusPlaceholder: false },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 150 } },
      styles: { title: dialogTitle },
    },
    Drawer: { styles: { title: dialogTitle } },
  },
})

/** Dialogs and sheets: their head is no landmark of the page, their cross has a name. */
const dialog = (closeLabel: string) => ({
  closeButtonProps: { 'aria-label': closeLabel },
  attributes: { header: { role: 'presentation' } },
})

/**
 * The look of the whole application, with the names that its components need in the reader's language.
 * @source LOOK
 */
export function themeIn(intl: Pick<IntlShape, 'formatMessage'>): MantineThemeOverride {
  const shared = dialog(intl.formatMessage({ id: 'action.close' }))
  return {
    ...look,
    components: {
      ...look.components,
      Modal: {
        ...look.components?.['Modal'],
        defaultProps: { ...look.components?.['Modal']?.defaultProps, ...shared },
      },
      Drawer: { ...look.components?.['Drawer'], defaultProps: shared },
      // Its edge is seen on a white page as well.
      Notification: { defaultProps: { closeButtonProps: shared.closeButtonProps, withBorder: true } },
    },
  }
}
