import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { en } from '../../translations/all-texts.ts'
import { fileTypeText } from './file-type.ts'

const intl = createIntl({ locale: 'en', messages: en })

test.each([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word document'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'OpenDocument spreadsheet'],
  ['video/quicktime', 'MOV'],
  ['image/jpeg', 'JPEG'],
  ['image/svg+xml', 'SVG'],
  ['image/x-icon', 'ICON'],
  ['application/pdf', 'PDF'],
])('%s is read as %s', (mediaType, text) => {
  expect(fileTypeText(intl, mediaType)).toBe(text)
})
