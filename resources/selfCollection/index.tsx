import { defineScreens } from '../../src/admin'
import { SelectedBill } from './SelectedBill'
import { UploadButton } from './UploadButton'

export default defineScreens({ BelowCreateSections: { 帳單: SelectedBill }, ListActions: UploadButton })
