/** Messages of one's own profile. */
import { catalogue } from './catalogue.ts';

export const profileMessages = catalogue('profile', {
  departments: 'Departments',
  email: 'E-mail',
  name: 'Name',
  nameMissing: 'Enter your name, with at most 200 visible characters.',
  nameSaved: 'Your name is saved.',
  photo: 'Photo',
  refused: 'In your department, only those who manage accounts change names.',
  save: 'Save my name',
});
