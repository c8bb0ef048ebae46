import {
  Checkbox,
  NumberInput,
  PasswordInput,
  Radio,
  Select,
  Slider,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { Part, Row } from './specimens.tsx'
import classes from './design.module.css'

/** What people write and choose. */
export function Fields() {
  const [size, setSize] = useState(40)
  return (
    <Part title="Fields" text="The label above, what explains below it, what is wrong under the field.">
      <div className={classes.fields}>
        <TextInput label="Name" placeholder="Harbour at night" />
        <TextInput label="Name" description="Shown to visitors" defaultValue="Harbour at night" required />
        <TextInput label="Name" error="Enter a name" />
        <TextInput label="Name" defaultValue="Harbour at night" disabled />
        <TextInput label="Name" defaultValue="Harbour at night" readOnly />
        <PasswordInput label="Password" visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }} />
        <NumberInput label="Width" defaultValue={800} suffix=" px" />
        <Select label="Order" data={['Newest first', 'Name, A to Z']} defaultValue="Newest first" />
        <TagsInput label="Keywords" defaultValue={['harbour', 'night']} />
        <Textarea label="Description" autosize minRows={2} />
      </div>
      <Row name="Checkboxes">
        <Checkbox label="Not chosen" />
        <Checkbox label="Chosen" defaultChecked />
        <Checkbox label="Some of several" indeterminate readOnly />
        <Checkbox label="Disabled" disabled />
      </Row>
      <Row name="One of several">
        <Radio.Group defaultValue="any" aria-label="Who decides">
          <Radio value="any" label="Any of them" mb="xs" />
          <Radio value="all" label="All of them" />
        </Radio.Group>
      </Row>
      <Row name="Switches">
        <Switch label="Off" />
        <Switch label="On" defaultChecked />
        <Switch label="Disabled" disabled />
      </Row>
      <Row name="Slider">
        <Slider w={200} value={size} onChange={setSize} label={null} thumbLabel="Size of the pictures" />
      </Row>
    </Part>
  )
}
