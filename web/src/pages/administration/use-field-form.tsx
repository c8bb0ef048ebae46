import { useForm } from '@mantine/form'
import { FormattedMessage } from 'react-intl'
import { can, type FieldDraft } from './field-draft.ts'

export type FieldFormState = ReturnType<typeof useFieldForm>

/** The values of a field's form, and what is wrong with them. The name of a stored field stays as it is. */
export function useFieldForm(draft: FieldDraft, isNew: boolean) {
  return useForm({
    initialValues: draft,
    validate: {
      name: (name) =>
        !isNew || /^[a-z][a-z0-9]{0,39}$/.test(name.trim()) ? null : (
          <FormattedMessage id="administration.name.problem" />
        ),
      label: (label) => (label.trim() === '' ? <FormattedMessage id="administration.label.problem" /> : null),
      target: (target, { type }) =>
        can.link(type) && target === '' ? <FormattedMessage id="administration.target.problem" /> : null,
    },
  })
}
