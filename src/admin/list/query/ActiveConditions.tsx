import ClearIcon from '@mui/icons-material/Close'
import { Box, Button } from '@mui/material'
import { textSizes } from '../../../browser/theme/type-scale'
import { tenantFields } from '../../../domain/access/roles'
import type { Resource } from '../../../schema/language/resource'
import { tabFields } from '../../../schema/rules/list-filters'
import { useSelectedAgreement } from '../../hooks/working-agreement'
import { focusResultCount } from '../Selection'
import { chosenTab } from '../tabs'
import { conditionsOf, type QueryCondition } from './query-text'
import type { FormQuery, QueryFormState } from './use-query-form'

/** Props of the conditions of a result. */
export interface ActiveConditionsProps {
  readonly resource: Resource
  readonly query: FormQuery
  readonly form: QueryFormState
}

/** Renders the conditions of the result, each with a button that removes it, and one that removes all. */
export const ActiveConditions = ({ resource, query, form }: ActiveConditionsProps) => {
  const conditions = useShownConditions(resource, query)
  if (conditions.length === 0) return null
  const remove = (name: string) => {
    form.run({ ...query.filters, [name]: null })
    focusResultCount()
  }
  return (
    <Box role="group" aria-label="使用中的查詢條件" sx={lineStyles}>
      {conditions.map((condition) => (
        <span key={condition.name} className="condition">
          <span className="text">{condition.text}</span>
          {isRemovable(resource, condition) && (
            <button type="button" aria-label={`移除條件 ${condition.text}`} onClick={() => remove(condition.name)}>
              <ClearIcon sx={{ fontSize: 16 }} />
            </button>
          )}
        </span>
      ))}
      {conditions.some((condition) => isRemovable(resource, condition)) && (
        <Button type="reset" size="small" onClick={focusResultCount} sx={{ minHeight: 28, py: 0 }}>
          全部清除
        </Button>
      )}
    </Box>
  )
}

/** Returns the conditions that neither the chosen tab nor the app bar shows. */
const useShownConditions = (resource: Resource, { filters, record }: FormQuery): readonly QueryCondition[] => {
  const { selected } = useSelectedAgreement()
  const ofTab = chosenTab(resource, filters) >= 0 ? tabFields(resource) : []
  return conditionsOf(resource, filters, record).filter(
    ({ name }) => !ofTab.includes(name) && !(name === tenantFields.agreement && filters[name] === selected),
  )
}

/** Returns whether the list can be queried without the condition, and a query without it would find other records. */
const isRemovable = (resource: Resource, { name, isAll }: QueryCondition): boolean => {
  const filter = resource.list.filters.find(({ field }) => field === name)
  return !isAll && !filter?.required
}

const lineStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.75,
  minHeight: 32,
  px: 2,
  pb: 0.5,
  '& .condition': {
    display: 'inline-flex',
    alignItems: 'center',
    maxWidth: 360,
    height: 26,
    pl: 1,
    borderRadius: 1,
    bgcolor: 'var(--primary-soft)',
    color: 'text.primary',
    fontSize: textSizes.label,
  },
  '& .text': { pr: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .condition button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: 26,
    height: 26,
    p: 0,
    border: 0,
    borderRadius: 1,
    color: 'inherit',
    background: 'none',
    cursor: 'pointer',
    '&:hover': { bgcolor: 'action.hover' },
  },
  '@media (pointer: coarse)': {
    '& .condition': { height: 44 },
    '& .condition button': { width: 44, height: 44 },
  },
}
