// Startup: words first, then the screen; the service worker last.
import '../boards/theme.css';
import './fonts.css';
import './style.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { update } from './app/update.svelte';
import { language } from './text/lang.svelte';

await language.start();
mount(App, { target: document.getElementById('app')! });
void update.start().catch(() => undefined);
