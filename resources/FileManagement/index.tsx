import { defineScreens, FileSizeCell } from '../../src/admin'

export default defineScreens({ Cells: { FileSize: FileSizeCell } })
