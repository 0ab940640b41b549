import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/theme.css';
import { App } from './app/app.tsx';
import { firstScreen, firstTexts } from './app/early.ts';
import { workLater } from './app/later.ts';
import { startPageTexts } from './app/start-texts.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

Promise.all([startPageTexts(firstTexts), firstScreen]).then(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  workLater();
});
