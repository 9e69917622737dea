import ExpandIcon from '@mui/icons-material/ExpandMore'
import { Button } from '@mui/material'
import { type FormEvent, useState } from 'react'
import type { Resource } from '../../../schema/language/resource'
import { filterField } from '../../../schema/rules/list-filters'
import { lazyComponent } from '../../components/lazy-component'
import type { QuickFilterPanelProps } from './QuickFilterPanel'
import { conditionsOf } from './query-text'
import type { FormQuery, QueryFormState } from './use-query-form'

// The inputs of all field types are loaded when a filter is first opened.
const QuickFilterPanel = lazyComponent<QuickFilterPanelProps>(
  async () => (await import('./QuickFilterPanel')).QuickFilterPanel,
)

interface QuickFilterProps {
  readonly resource: Resource
  /** The field of the filter. */
  readonly name: string
  readonly form: QueryFormState
  readonly query: FormQuery
}

/** Renders a button with a condition of the query; it opens the input of the filter. */
export const QuickFilter = ({ resource, name, form, query }: QuickFilterProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const filter = resource.list.filters.find(({ field }) => field === name)
  const field = filter && filterField(resource, filter)
  if (!filter || !field) return null
  const condition = conditionsOf(resource, query.filters, query.record).find((used) => used.name === name)
  const open = (button: HTMLElement) => {
    setWasOpened(true)
    setAnchor(button)
  }
  const close = () => {
    setAnchor(null)
    form.revert(name)
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    // The panel is inside the query form for React, which must not run the query again.
    event.stopPropagation()
    if (form.submit()) setAnchor(null)
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color={condition ? 'primary' : 'inherit'}
        endIcon={<ExpandIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => open(event.currentTarget)}
        sx={buttonStyles}
      >
        <span className="label">{condition?.text ?? field.label}</span>
      </Button>
      {wasOpened && (
        <QuickFilterPanel
          resource={resource}
          filter={filter}
          label={field.label}
          form={form}
          anchor={anchor}
          onClose={close}
          onSubmit={apply}
        />
      )}
    </>
  )
}

const buttonStyles = {
  flex: '0 1 auto',
  minWidth: 96,
  maxWidth: 190,
  minHeight: 36,
  borderColor: 'var(--edge)',
  '& .label': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}
