import { hasStateRules } from '../../domain/state-changes'
import type { EnumField } from '../../schema/types'
import { ChoiceBox } from '../parts/ChoiceBox'
import { StatusChip } from '../parts/StatusChip'
import { useOpenOptions } from '../parts/use-open-options'
import type { FieldView, InputProps, ShownProps } from './field-view'
import { StateBox } from './StateBox'

/** One of a few codes, shown by their texts. */
export const enumView: FieldView<EnumField> = {
  Input: (props) => (hasStateRules(props.field.enum) ? <StateBox {...props} /> : <EnumInput {...props} />),
  Filter: ({ field, match }) => (
    <ChoiceBox source={field.name} label={field.label} options={Object.entries(field.options)} emptyText="全部" multiple={match === 'in'} />
  ),
  text: (field, row) => textOf(field, row[field.name]),
  Cell: (props) => <EnumCell {...props} />,
}

/** The text of a code; a code that nobody knows stands for itself. */
export const textOf = ({ options }: Pick<EnumField, 'options'>, code: unknown): string => options[String(code)] ?? String(code ?? '')

const EnumInput = ({ field, ...props }: InputProps<EnumField>) => {
  const open = useOpenOptions(field, props.source)
  return <ChoiceBox {...props} label={field.label} help={field.help} options={open.map((code) => [code, textOf(field, code)] as const)} />
}

// A state is seen at a glance; other choices are words among words.
const EnumCell = ({ field, row }: ShownProps<EnumField>) => {
  const code = row[field.name]
  if (code === null || code === undefined) return null
  const text = textOf(field, code)
  return /(Status|State)$/.test(field.name) ? <StatusChip code={String(code)} text={text} /> : text
}
