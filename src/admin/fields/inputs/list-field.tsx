import type { ListField } from '../../../schema/language/types'
import { lazyComponent } from '../../components/lazy-component'
import { type FieldInputProps, type FieldInputs, FieldInputsContext, type FieldInputsOf, NoInput } from './field-inputs'

// The input is loaded on demand, because most forms do not need it.
const ItemsInput = lazyComponent(async () => (await import('../../list-field/ItemsInput')).ItemsInput)

/** Returns the inputs of list fields, such as the fee items of a bill. */
export const listFieldInputs = (fieldInputsOf: FieldInputsOf): FieldInputs<ListField> => ({
  Input: (props: FieldInputProps<ListField>) => (
    <FieldInputsContext value={fieldInputsOf}>
      <ItemsInput {...props} />
    </FieldInputsContext>
  ),
  // The schema checks allow no filter by list items.
  Filter: NoInput,
})
